<?php
// WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:4000 receiver.php
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Returns the event. `$body` has the bytes as they came. Throws when the request is not genuine. */
function verify(string $body, array $server, string $secret): array
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if ($key === false || $key === '') {
        throw new RuntimeException('WEBHOOK_SECRET is not whsec_ and base64');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $isGenuine = false;
    // While a secret is being rotated there are two signatures. One match is enough.
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        $isGenuine = hash_equals($expected, $given) || $isGenuine;
    }
    if (!$isGenuine) {
        throw new UnexpectedValueException('the signature does not fit');
    }
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new UnexpectedValueException('it is too old, or from the future');
    }
    return json_decode($body, true, 64, JSON_THROW_ON_ERROR);
}

/** Does the work once. In a shop this is a table with a unique column, written in the transaction of the work, or of its job. */
function once(string $id, callable $work): void
{
    $mark = fopen(sys_get_temp_dir() . '/webhook-' . hash('sha256', $id), 'c+');
    flock($mark, LOCK_EX);
    if (fgets($mark) === false) {
        $work();
        // After the work: if the work fails, this answers 500, and the next attempt does it.
        fwrite($mark, 'done');
    }
    fclose($mark);
}

function handle(string $id, array $event): void
{
    error_log("received {$event['event']} $id");
    if ($event['event'] === 'invoice.completed') {
        error_log("order {$event['data']['merchantReference']} is paid: {$event['data']['amountPaidCrypto']}");
    }
}

try {
    // $_POST is empty for JSON.
    $event = verify(file_get_contents('php://input'), $_SERVER, getenv('WEBHOOK_SECRET') ?: '');
} catch (UnexpectedValueException $error) {
    error_log("refused: {$error->getMessage()}");
    http_response_code(401);
    return;
}
$id = $_SERVER['HTTP_WEBHOOK_ID'];
once($id, fn () => handle($id, $event));
http_response_code(204);

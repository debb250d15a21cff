# WEBHOOK_SECRET=whsec_… PORT=4000 python3 receiver.py
import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"), validate=True)
if not KEY:
    raise SystemExit("WEBHOOK_SECRET is empty: with such a key anybody could sign.")
TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1024 * 1024

# In a shop this is a table with a unique column, written in the transaction of the work, or of its job.
done = set()
one_at_a_time = threading.Lock()


def verify(headers, body):
    """Returns the event. `body` has the bytes as they came. Raises ValueError when the request is not genuine."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signed = f"{event_id}.{timestamp}.".encode() + body
    mac = hmac.new(KEY, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    # While a secret is being rotated there are two signatures. One match is enough.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    if not any([hmac.compare_digest(expected, signature) for signature in given]):
        raise ValueError("the signature does not fit")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("it is too old, or from the future")
    return json.loads(body)


def handle(event_id, event):
    print(f"received {event['event']} {event_id}", flush=True)
    if event["event"] == "invoice.completed":
        data = event["data"]
        print(f"order {data['merchantReference']} is paid: {data['amountPaidCrypto']}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if not 0 <= length <= BODY_BYTES_MAX:
            return self.answer(413)
        try:
            event = verify(self.headers, self.rfile.read(length))
        except ValueError as error:
            print(f"refused: {error}", flush=True)
            return self.answer(401)
        event_id = self.headers["webhook-id"]
        with one_at_a_time:
            if event_id not in done:
                handle(event_id, event)
                # After the work: if the work fails, nothing is answered, and the next attempt does it.
                done.add(event_id)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()

/** A program that says that it is ready, and ends in the way that its environment tells. */
const mode = process.env['TEST_CHILD'];
if (mode === 'broken') {
  process.stderr.write('SECRETS_KEY is missing\n');
  process.exit(1);
}
process.on('SIGTERM', () => {
  if (mode === 'stubborn') return;
  process.stdout.write('drained\n');
  process.exit(0);
});
process.on('SIGINT', () => {
  process.stdout.write('interrupted\n');
  process.exit(1);
});
setInterval(() => undefined, 1_000);
process.send?.({ ready: true });

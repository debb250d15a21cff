/** The receivers in docs/examples/webhooks, by file extension. The build makes this module. */
declare module 'receivers' {
  const receivers: Readonly<Record<string, string>>;
  export default receivers;
}

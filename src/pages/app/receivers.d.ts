/** The receivers of docs/examples/webhooks by the ending of their file. The build makes this module. */
declare module 'receivers' {
  const receivers: Readonly<Record<string, string>>;
  export default receivers;
}

/** Reads server-sent events until the test has enough. */
export async function readEvents(response: Response, isEnough: (text: string) => boolean): Promise<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!isEnough(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended after: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}

import { request } from 'undici';

const HEADERS = { 'content-type': 'application/json' };

/** Posts JSON text, and returns the JSON of the answer whatever its status is. It takes a fraction of fetch's CPU. */
export async function postJson(url: string, body: string): Promise<unknown> {
  const answer = await request(url, { method: 'POST', headers: HEADERS, body });
  return answer.body.json();
}

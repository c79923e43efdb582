// One request to the program, which answers with one object (docs/studio.md).

const token = new URLSearchParams(location.search).get('token') ?? '';

export class Ended extends Error {}

export async function ask(what, more = {}) {
  let response;
  try {
    response = await fetch('/api', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Holdfast-Token': token },
      body: JSON.stringify({ do: what, ...more }),
    });
  } catch {
    throw new Ended();
  }
  if (!response.ok) throw new Error(await response.text());
  // While a search lasts the answer is blanks; a server that ends in mid-search cuts it off.
  let text;
  try {
    text = await response.text();
  } catch {
    throw new Ended();
  }
  if (!text.trim()) throw new Ended();
  const reply = JSON.parse(text);
  if (reply.error) throw new Error(reply.error);
  return reply;
}

// Sends a move to the server, again when no answer comes, and remembers which requests this page has sent.
import { newIdempotencyKey } from "./idempotency-key.js";

const MAX_RESENDS = 4;
const ownKeys = new Set();

/**
 * Returns whether this page has sent the request with this idempotency key.
 * @param {string} key
 */
export const isOwnRequest = (key) => ownKeys.has(key);

/**
 * Sends a form with a new idempotency key, so that it can be sent again when no answer comes.
 * @param {string} address
 * @param {URLSearchParams} body
 * @param {Record<string, string>} headers
 * @param {number} timeout milliseconds
 * @param {() => void} onResend called before it is sent again
 * @returns {Promise<{isOk: boolean, text: string, part: string}>} the answer, of which all has come, and the part of the page that a typed command shows
 */
export async function post(address, body, headers, timeout, onResend) {
  const bodyWithKey = new URLSearchParams(body);
  const key = newIdempotencyKey();
  ownKeys.add(key);
  bodyWithKey.set("idempotency_key", key);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(address, {
        method: "POST",
        body: bodyWithKey,
        headers,
        redirect: "error",
        signal: AbortSignal.timeout(timeout),
      });
      const text = await response.text();
      const part = response.headers.get("X-Shown-Part") ?? "";
      if (attempt >= MAX_RESENDS || ![502, 504].includes(response.status)) return { isOk: response.ok, text, part };
    } catch (error) {
      if (attempt >= MAX_RESENDS) throw error;
    }
    onResend();
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
  }
}

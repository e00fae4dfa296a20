// Idempotency keys of requests.

/**
 * A new key: the server does what is sent with it once, however often it arrives.
 * @returns {string}
 */
export function newIdempotencyKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

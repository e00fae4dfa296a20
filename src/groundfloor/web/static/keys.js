// Keys of requests.

/**
 * A new key, which has the server do what is sent with it once, however often it arrives.
 * @returns {string}
 */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

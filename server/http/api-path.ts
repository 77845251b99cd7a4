/** Paths of APIs: what is not found there is an API answer, never a page or a file. */
export const API_PATH =
  /^\/(?:api|v1|v1alpha|v1beta|v2|pg|dashboard|jimeng|kling|mj|suno|upload|ws|healthz)(?:\/|$)/

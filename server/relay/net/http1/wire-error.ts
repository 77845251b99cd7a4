/** What goes wrong on a connection, named by the codes that Node and its parsers use. */

export type WireCode =
  | 'ECONNRESET'
  | 'ENOTFOUND'
  | 'ETIMEDOUT'
  | 'HPE_HEADER_OVERFLOW'
  | 'HPE_INVALID_CHUNK_SIZE'
  | 'HPE_INVALID_CONSTANT'
  | 'HPE_INVALID_CONTENT_LENGTH'
  | 'HPE_INVALID_HEADER_TOKEN'
  | 'HPE_INVALID_TRANSFER_ENCODING'
  | 'HPE_STRICT'
  | 'ERR_INVALID_CHAR'
  /** A connection that had been idle ended instead of answering. */
  | 'CLOSED_ON_REUSE'
  /** No head in time. */
  | 'UND_ERR_HEADERS_TIMEOUT'
  /** Silence inside an answer. */
  | 'UND_ERR_BODY_TIMEOUT'

export function wireError(code: WireCode, cause?: Error): Error {
  return Object.assign(new Error(code, { cause }), { code })
}

/** A body that is sent while it comes. */
export interface StreamedBody {
  /** Bytes of it, where that is known. */
  readonly length: number | undefined
  readonly pieces: () => AsyncIterable<Uint8Array>
}

import type { Frame } from './frames'

/** Cuts the bytes of a streamed answer into the frames that a dialect reads. */
export interface Framing {
  /** The frames that are whole with this piece. */
  readonly push: (chunk: Buffer) => readonly Frame[]
  /** After the last piece: a frame that only lacks its end. */
  readonly rest: () => readonly Frame[]
}

import type { GatewayError } from '../../../domain/errors/gateway-error'
import type { Usage } from '../../../domain/money/usage'
import type { LengthFacts, SentFrames } from '../../formats/protocols/protocol'

/** Turns upstream bytes into client bytes and watches what they cost. */
export interface StreamPipe {
  /**
   * Only the end of the body says that all has come, and only breaking off says that it has not;
   * absent where frames have words for both.
   */
  readonly isOpaque?: boolean
  /** Whole frames for the client; `undefined` while none is complete. */
  readonly push: (chunk: Buffer) => Uint8Array | undefined
  /** The answer is whole: its last frames are held back until the bill is written. */
  readonly isWhole: () => boolean
  /** Something has come that is more than an opening: an answer has begun. */
  readonly hasContent: () => boolean
  /** Called when the upstream ended the body; may complete an answer without terminator. */
  readonly end: () => void
  /** Frames that complete the answer, sent after the bill is written, which says this. */
  readonly closing: (billed?: Usage) => Uint8Array
  /** An error that the upstream reported inside the stream and the client has not seen. */
  readonly failure: () => GatewayError | undefined
  /** What the client has got, for the words that tell of a failure. */
  readonly sent: () => SentFrames
  /** Whether the client already received an error frame from the upstream itself. */
  readonly errorWasForwarded: () => boolean
  /** A frame that reports a failure as it ends this stream, where it is not as it is. */
  readonly lastWords?: (frame: Uint8Array) => Uint8Array
  /** Frames that end the answer here as if it had reached its greatest length, if it can be. */
  readonly cutShort?: (facts: LengthFacts) => Uint8Array | undefined
  readonly usage: () => Usage | undefined
  /** The model has written its last word; only accounting and the end are still to come. */
  readonly isFinished: () => boolean
  /**
   * Tokens of output so far, roughly and rather too many; costs nothing to ask. Below `interest`
   * the answer only says that.
   */
  readonly produced: (interest: number) => number
  /** What was generated so far, for the tokenizer, and by how much the text was shortened. */
  readonly generated: () => { readonly text: string; readonly scale: number }
}

/** One vendor as the suite of all of them asks it. */
import type { VendorAsk } from '../vendor-asks'

export interface VendorCase {
  readonly type: number
  /** `vendor-key-1` where the vendor has plain keys. */
  readonly key?: string
  /** Judges requests by more than a header. */
  readonly account?: 'baidu' | 'google' | 'tencent' | 'zhipu'
  readonly other?: string
  /** Where the type has none of its own, or more than one. */
  readonly address?: string
  /** The vendor's name of the model. */
  readonly model?: string
  /** The header that carries the key, where it is no bearer. */
  readonly credential?: 'api-key' | 'x-api-key' | 'x-goog-api-key' | 'by face'
  readonly takes?: readonly string[]
  /** Fields of OpenAI's that it refuses. */
  readonly lacks?: readonly string[]
  /** Host and path, by what is asked in which format. */
  readonly asked: Readonly<Partial<Record<VendorAsk, string>>>
}

/** What can be wished for, by family; providers read nothing else of a client's body. */
import type { JsonObject } from '../wire/chat'

export interface VideoOrder {
  readonly prompt: string
  /** `undefined` leaves it to the provider's default. */
  readonly seconds: number | undefined
  /** `1280x720`; "" for the default. */
  readonly size: string
  /** `16:9`; "" where the request leaves it open. */
  readonly ratio: string
  /** `720p`; "" where the request leaves it open. */
  readonly resolution: string
  /** `std`, `pro`, `hd`; "" for the usual one. */
  readonly quality: string
  readonly count: number
  /** Addresses or data URLs: the first frame, then what else is to be seen. */
  readonly images: readonly string[]
  /** The last frame; "" for none. */
  readonly lastImage: string
  readonly negativePrompt: string
  readonly seed: number | undefined
  readonly sound: boolean | undefined
  /** Fields under the provider's own names, passed as they are. */
  readonly extra: JsonObject
}

/** Drawings and music are submitted in the shapes of their proxies. */
export interface OrderOf {
  readonly video: VideoOrder
  readonly drawing: JsonObject
  readonly music: JsonObject
}

/** What is reported of channels, keys and models that are left alone, and of their end. */

/** What is left alone because it has failed. */
export interface Rest {
  readonly channelId: number
  /** 0 where the whole channel rests, or has one key. */
  readonly keyId: number
  /** "" where it rests for every model. */
  readonly model: string
  /** Epoch ms. */
  readonly sinceMs: number
  readonly untilMs: number
  readonly reason: string
}

export type RestNews =
  | { readonly kind: 'rests'; readonly rest: Rest }
  | { readonly kind: 'works'; readonly rest: Pick<Rest, 'channelId' | 'keyId' | 'model'> }

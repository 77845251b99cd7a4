/** A client that is told how an answer ended whose credits had run out. */
import type { Gateway } from '../support/gateway'

export interface Asked {
  readonly gateway: Gateway
  readonly key: string
  readonly model: string
}

export interface SpentClient {
  readonly name: string
  /** The one type of a channel whose upstream knows it as well; absent where any will do. */
  readonly onlyAt?: number
  /** Fails unless the answer ended as one that has reached its length. */
  readonly length: (asked: Asked) => Promise<unknown>
  /** Fails unless the answer ended with an error that says who ran out. */
  readonly error: (asked: Asked) => Promise<unknown>
}

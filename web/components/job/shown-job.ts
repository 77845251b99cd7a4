/** A drawing, a song or a video as the console shows it, whichever list it comes from. */
import type { DrawingAction } from '../../../server/domain/jobs/drawing-actions'

export type JobKind = 'drawing' | 'task'

export interface JobMedia {
  readonly kind: 'picture' | 'sound' | 'video'
  readonly url: string
  /** Cover picture of a song or video. */
  readonly cover?: string
  /** "" for none. */
  readonly title: string
}

export interface JobButton {
  readonly customId: string
  /** What it does, where that is known. */
  readonly action: DrawingAction | undefined
  readonly index: number
  /** As the program that draws writes it. */
  readonly label: string
}

export interface ShownJob {
  readonly kind: JobKind
  /** Of its row. */
  readonly key: number
  /** As clients know it. */
  readonly id: string
  readonly action: string
  readonly status: string
  readonly isOpen: boolean
  readonly isFailed: boolean
  /** "50%". */
  readonly progress: string
  readonly prompt: string
  readonly promptEn: string
  readonly failReason: string
  readonly media: readonly JobMedia[]
  /** Lyrics, or what a picture was described as. */
  readonly words: string
  readonly buttons: readonly JobButton[]
  /** Parameters of the request other than the prompt. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  /** Epoch seconds. */
  readonly submittedAt: number
  readonly seconds: number | undefined
  readonly quota: number
  readonly userId: number
  /** 0 for viewers who may not see it. */
  readonly channelId: number
  readonly platform: string
}

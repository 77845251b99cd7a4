/** What every conversation gives an application, and what it is opened with. */

export interface ToolUse {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** What the application sees of an answer, told apart from how its protocol writes it. */
export interface Seen {
  readonly text: string
  readonly thinking: string
  readonly calls: readonly ToolUse[]
  readonly stop: 'end' | 'tools' | 'length' | 'refused'
  readonly promptTokens: number
  readonly completionTokens: number
}

export interface Talk {
  readonly ask: (text: string, image?: string) => Promise<Seen>
  /** One result per call of the last answer, in order. */
  readonly giveResults: (results: readonly string[]) => Promise<Seen>
}

export interface TalkOptions {
  readonly url: string
  readonly key: string
  readonly model: string
  readonly stream: boolean
  readonly system?: string
  readonly tools?: readonly ToolSpec[]
  /** Tokens to think with; absent for an answer at once. */
  readonly thinkingTokens?: number
}

export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly schema: { readonly type: 'object'; readonly [key: string]: unknown }
}

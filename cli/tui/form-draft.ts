/** Takes back what was done. */
export interface Undo {
  /** What was done. */
  readonly title: string
  readonly run: () => Promise<unknown>
}

/** A form as the screens state it; every value is text until it is saved. */
export interface FieldRow {
  readonly name: string
  /** May depend on what the form says so far. */
  readonly label: string | ((values: FormValues) => string)
  readonly kind: 'text' | 'secret' | 'flag' | 'choice'
  /** Of choices, and what Tab-like keys offer for lists. */
  readonly choices?: readonly { readonly value: string; readonly title: string }[]
  /** Whether the field is shown; always when absent. */
  readonly isFor?: (values: FormValues) => boolean
  /** May depend on what the form says so far. */
  readonly hint?: string | ((values: FormValues) => string)
}

export type FormValues = Readonly<Record<string, string>>

export interface Saved {
  readonly message: string
  /** Lines to read before going on, such as keys that are shown this once. */
  readonly shown: readonly string[]
  readonly undo?: Undo | undefined
}

export interface FormDraft {
  readonly title: string
  readonly fields: readonly FieldRow[]
  readonly initial: FormValues
  /** Throws what the gateway refuses; returns the message. */
  readonly save: (values: FormValues) => Promise<string | Saved>
}

/** A first call in one language or program, ready to be pasted. */
export interface Snippet {
  readonly id: string
  /** As people know it; the same in every language. */
  readonly name: string
  readonly kind: 'sdk' | 'agent'
  /** Of the code, as highlighters name it. */
  readonly language: 'sh' | 'python' | 'js' | 'toml' | 'json' | 'text'
  /** The file that it belongs into, or the page of settings; none for what is run as it is. */
  readonly place?: string
  /** Starts of the names of models that fit best, the best first. */
  readonly prefers: readonly string[]
  /** `address` has no slash at its end and no `/v1`. */
  readonly text: (address: string, key: string, model: string) => string
}

/** What stands for a key that nobody has made yet. */
export const SAMPLE_KEY = 'sk-…'

/** A string in Python, JavaScript, JSON and TOML alike. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}

/** One word of a shell, in quotes only where it needs them. */
export function word(text: string): string {
  return /^[\w.,:/@…-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

export function lines(...all: readonly string[]): string {
  return all.join('\n')
}

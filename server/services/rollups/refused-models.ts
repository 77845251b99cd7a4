import { HOUR } from '../../domain/logs/rollups'

/** Refused calls can name any model; above this number an hour counts no further names. */
const MOST_NAMES = 500

/** Which models refused calls are counted by. */
export class RefusedModels {
  readonly #names = new Set<string>()
  #hour = 0

  /** The name, or "" where too many were counted in the hour. */
  counted(model: string, seconds: number): string {
    const hour = seconds - (seconds % HOUR)
    if (hour !== this.#hour) this.#names.clear()
    this.#hour = hour
    if (!this.#names.has(model) && this.#names.size >= MOST_NAMES) return ''
    this.#names.add(model)
    return model
  }
}

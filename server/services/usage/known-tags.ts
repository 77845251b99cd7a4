/** Clients name tags as they like; rows of usage must not become as many as calls. */
import { MOST_TAGS_A_DAY, OTHER_TAGS, tagsIn } from '../../domain/calls/tags'
import { DAY } from '../../domain/logs/rollups'

export class KnownTags {
  #day = 0
  #users = new Map<number, Set<string>>()

  /** Under which a call is counted: each once, and those of a user beyond the bound as one. */
  of(userId: number, text: string, seconds: number): ReadonlySet<string> {
    const day = seconds - (seconds % DAY)
    if (day !== this.#day) {
      this.#day = day
      this.#users = new Map()
    }
    let known = this.#users.get(userId)
    if (known === undefined) {
      known = new Set()
      this.#users.set(userId, known)
    }
    const counted = new Set<string>()
    for (const tag of tagsIn(text)) {
      if (known.size < MOST_TAGS_A_DAY) known.add(tag)
      counted.add(known.has(tag) ? tag : OTHER_TAGS)
    }
    return counted
  }
}

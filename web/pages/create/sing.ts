/** Asks for a song or its words as the person who is signed in. */
import { submitJob } from '../../api/client'

export interface Song {
  readonly words: string
  readonly title: string
  readonly tags: string
  /** Version of the program; "" for the usual one. */
  readonly mv: string
  readonly isInstrumental: boolean
}

/** From an idea, from words of one's own, or only words. Throws `ApiError`. */
export async function sing(way: 'idea' | 'own' | 'lyrics', song: Song): Promise<void> {
  const { words, title, tags, mv, isInstrumental } = song
  if (way === 'lyrics') {
    await submitJob('/pg/suno/submit/lyrics', { prompt: words })
    return
  }
  await submitJob('/pg/suno/submit/music', {
    ...(way === 'idea' ? { gpt_description_prompt: words } : { prompt: words, title, tags }),
    ...(mv !== '' && { mv }),
    make_instrumental: isInstrumental,
  })
}

/** Asks for videos, and what they would cost, as the person who is signed in. */
import { submitJob } from '../../api/client'
import { isRecord } from '../../app/storage'

export interface Film {
  readonly model: string
  readonly prompt: string
  /** As typed; "" leaves it to the model. */
  readonly seconds: string
  /** `16:9`; "" leaves it to the model. */
  readonly ratio: string
  /** `1280x720` or `720p`; "" leaves it to the model. */
  readonly size: string
}

export interface FilmPrice {
  /** Credits. */
  readonly quota: number
  /** Some providers only tell at the end what they have used. */
  readonly isExact: boolean
}

/** `image` is a data URL of the first frame. Throws `ApiError`. */
async function order(film: Film, image: string | undefined): Promise<void> {
  const picture = image !== undefined && { input_reference: image }
  await submitJob('/pg/videos', { ...bodyOf(film), prompt: film.prompt.trim(), ...picture })
}

/** Throws `ApiError`. */
async function price(film: Omit<Film, 'prompt'>): Promise<FilmPrice> {
  const answer = await submitJob('/pg/videos/price', bodyOf(film))
  const { quota, exact } = isRecord(answer) ? answer : {}
  return { quota: Number(quota), isExact: exact === true }
}

function bodyOf({ model, seconds, ratio, size }: Omit<Film, 'prompt'>): object {
  const named = size.includes('x') ? { size } : { resolution: size }
  return {
    model,
    ...(seconds !== '' && { seconds }),
    ...(ratio !== '' && { aspect_ratio: ratio }),
    ...(size !== '' && named),
  }
}

export const film = { order, price }

import { useEffect, useState } from 'react'
import { ApiError } from '../../../server/domain/api-calls/answer'
import { type Film, type FilmPrice, film } from './film'

/** No request for each key while somebody types. */
const PAUSE_MS = 300

export interface ShownPrice {
  /** `undefined` while it is not known. */
  readonly price: FilmPrice | undefined
  /** Why such a video cannot be had; "" for nothing. */
  readonly problem: string
}

const UNKNOWN: ShownPrice = { price: undefined, problem: '' }

/** What the video would cost now, requested again whenever the form changes. */
export function useFilmPrice({ model, seconds, ratio, size }: Omit<Film, 'prompt'>): ShownPrice {
  const [shown, show] = useState(UNKNOWN)
  useEffect(() => {
    let isCurrent = true
    show(UNKNOWN)
    const ask = async (): Promise<void> => {
      const next = await film.price({ model, seconds, ratio, size }).then(
        (price) => ({ price, problem: '' }),
        (cause: unknown) => ({
          price: undefined,
          problem: cause instanceof ApiError ? cause.message : '',
        }),
      )
      if (isCurrent) show(next)
    }
    const pause = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(pause)
    }
  }, [model, seconds, ratio, size])
  return shown
}

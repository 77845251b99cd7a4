import { useFormat } from '../format'

/** Days are enough in a list; the second is there for who points at it. */
export function Day({ seconds }: { readonly seconds: number }) {
  const format = useFormat()
  return (
    <time className="cell-time" title={format.time(seconds)}>
      {format.date(seconds)}
    </time>
  )
}

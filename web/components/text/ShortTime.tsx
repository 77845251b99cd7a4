import { useFormat } from '../../app/format'

interface ShortTimeProps {
  readonly seconds: number
  /** The day is enough for what is done once. */
  readonly as: 'date' | 'moment'
}

/** As short as a list can have it; the second is there for who points at it. */
export function ShortTime({ seconds, as }: ShortTimeProps) {
  const format = useFormat()
  return (
    <time className="cell-time" title={format.time(seconds)}>
      {format[as](seconds)}
    </time>
  )
}

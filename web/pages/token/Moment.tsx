import { useFormat } from '../../format'

/** When something was done, as short as a list can have it; the second is in its title. */
export function Moment({ seconds }: { readonly seconds: number }) {
  const format = useFormat()
  return (
    <time className="cell-time" title={format.time(seconds)}>
      {format.moment(seconds)}
    </time>
  )
}

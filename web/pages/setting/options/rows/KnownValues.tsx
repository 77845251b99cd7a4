import { useEndpoint } from '../../../../api/use-endpoint'
import type { Column } from './row-table'

interface KnownValuesProps {
  readonly id: string
  readonly column: Column
}

/** What browsers offer while a cell is typed; anything else can be typed as well. */
export function KnownValues({ id, column: { known = [] } }: KnownValuesProps) {
  const groups = useEndpoint('group.list', {}, { skip: known !== 'groups' })
  const models = useEndpoint('model.enabled', {}, { skip: known !== 'models' })
  const fetched = known === 'groups' ? groups.data : models.data
  const values = typeof known === 'string' ? (fetched ?? []) : known
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

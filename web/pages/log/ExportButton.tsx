import { logResource } from '../../../server/domain/resources/logs'
import { call } from '../../api/client'
import { ExportButton as ListExportButton } from '../../components/list/ExportButton'
import { useAllowedColumns } from '../../components/table/use-shown-columns'

/** Worked out for the file. */
const EXPORTED = ['duration_ms', 'first_byte_ms', 'cost_usd']

interface ExportButtonProps {
  readonly listId: 'log.list' | 'log.list_own'
  readonly filter: object
}

export function ExportButton({ listId, filter }: ExportButtonProps) {
  const columns = useAllowedColumns(logResource)
  const names = columns.includes('channel') ? ['channel_name'] : []
  return (
    <ListExportButton
      name="log"
      columns={['time', ...columns, ...names, ...EXPORTED]}
      read={async (page) => {
        const { exportedRow } = await import('./exported-row')
        const { items, total } = (await call(listId, { query: { ...filter, ...page } })).data
        return { items: items.map(exportedRow), total }
      }}
    />
  )
}

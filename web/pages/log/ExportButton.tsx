import { logResource } from '../../../server/domain/resources/logs'
import { call } from '../../api/client'
import { ExportButton as ListExportButton } from '../../components/list/ExportButton'
import { useAllowedColumns } from '../../components/table/use-shown-columns'

interface ExportButtonProps {
  readonly listId: 'log.list' | 'log.list_own'
  readonly filter: object
}

export function ExportButton({ listId, filter }: ExportButtonProps) {
  const columns = useAllowedColumns(logResource)
  return (
    <ListExportButton
      name="log"
      columns={columns}
      read={async (page) => (await call(listId, { query: { ...filter, ...page } })).data}
    />
  )
}

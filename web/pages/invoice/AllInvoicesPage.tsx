import { DownloadIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { DOCUMENT_KINDS, isDocumentKind, KIND_TEXTS } from '../../../server/domain/invoices/kinds'
import { callFile } from '../../api/call-file'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { ListRange, RANGE_FILTERS, useListSpan } from '../../components/list/ListRange'
import { RefreshButton } from '../../components/list/RefreshButton'
import { SearchBox } from '../../components/list/SearchBox'
import { Toolbar } from '../../components/list/Toolbar'
import { useListQuery } from '../../components/list/use-list-query'
import { PageHeader } from '../../components/page/PageHeader'
import { useAction } from '../../components/page/use-action'
import { downloadBlob } from '../../components/table/download'
import { ofUser } from '../order/of-user'
import { InvoiceTable } from './InvoiceTable'

const FILTERS = ['kind', 'user', ...RANGE_FILTERS] as const

/** Everybody's invoices, for those who answer for the money, and for their accountants. */
export default function AllInvoicesPage() {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const query = useListQuery(FILTERS)
  const { filters, filter, page, pageSize } = query
  const span = useListSpan(filters, 'all')
  const wanted = {
    ...(isDocumentKind(filters.kind) && { kind: filters.kind }),
    ...ofUser(filters.user),
    start_timestamp: span.from,
    end_timestamp: span.to,
  }
  const list = useEndpoint('invoice.list', {
    query: { ...wanted, sort: 'issued_at', order: 'desc', p: page, page_size: pageSize },
  })
  const save = async (): Promise<void> => {
    downloadBlob('invoices.csv', await callFile('invoice.export', { query: wanted }))
  }
  return (
    <>
      <PageHeader
        title={text('nav.all_invoices')}
        description={text('invoice.description_all')}
        manual="invoices"
      >
        <RefreshButton onRefresh={list.reload} />
        <Button leadingVisual={DownloadIcon} loading={isBusy} onClick={() => void run(save)}>
          {text('invoice.export')}
        </Button>
      </PageHeader>
      <Toolbar>
        <SearchBox
          label={text('invoice.search_user')}
          isWide
          value={filters.user}
          onChange={(user) => filter({ user: user.trim() })}
        />
        <Select
          aria-label={text('field.invoice.kind')}
          value={filters.kind}
          onChange={(event) => filter({ kind: event.target.value })}
        >
          <Select.Option value="">{text('ui.all')}</Select.Option>
          {DOCUMENT_KINDS.map((kind) => (
            <Select.Option key={kind} value={kind}>
              {text(KIND_TEXTS[kind])}
            </Select.Option>
          ))}
        </Select>
        <ListRange query={query} span={span} otherwise="all" />
      </Toolbar>
      <InvoiceTable list={list} query={query} isForAdmins={true} />
    </>
  )
}

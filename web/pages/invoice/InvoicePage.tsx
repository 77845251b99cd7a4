import { Button } from '@primer/react'
import { Suspense, useState } from 'react'
import { mayAs } from '../../../server/domain/accounts/membership'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { actingFor } from '../../app/session'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { RefreshButton } from '../../components/list/RefreshButton'
import { useListQuery } from '../../components/list/use-list-query'
import { PageHeader } from '../../components/page/PageHeader'
import { InvoiceTable } from './InvoiceTable'

const BuyerDrawer = lazyPart(() => import('./BuyerDrawer'))

const FILTERS = [] as const

/** The own invoices, or those of the organisation that is shown. */
export default function InvoicePage() {
  const { text } = useText()
  const toast = useToast()
  const query = useListQuery(FILTERS)
  const [isEditing, edit] = useState(false)
  const { page, pageSize } = query
  const list = useEndpoint('invoice.list_own', {
    query: { sort: 'issued_at', order: 'desc', p: page, page_size: pageSize },
  })
  const acting = actingFor()
  const mayEdit = acting === undefined || mayAs(acting.role, 'pay')
  return (
    <>
      <PageHeader
        title={text('nav.invoice')}
        description={text('invoice.description_own')}
        manual="invoices"
      >
        <RefreshButton onRefresh={list.reload} />
        {mayEdit && <Button onClick={() => edit(true)}>{text('invoice.details')}</Button>}
      </PageHeader>
      <InvoiceTable list={list} query={query} isForAdmins={false} />
      {isEditing && (
        <LateBoundary onMissing={toast.failure}>
          <Suspense fallback={null}>
            <BuyerDrawer onClose={() => edit(false)} />
          </Suspense>
        </LateBoundary>
      )}
    </>
  )
}

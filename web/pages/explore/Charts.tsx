import { BookmarkIcon, PinIcon, PlusIcon, ShareIcon, TrashIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { isAdmin } from '../../../server/domain/accounts/roles'
import type { ChartJson } from '../../../server/domain/endpoints/chart'
import { chartQuery, MOST_CHARTS } from '../../../server/domain/usage/charts'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { lateDialog } from '../../components/late/Late'
import { Menu } from '../../components/overlay/Menu'
import type { MenuItem } from '../../components/overlay/MenuList'
import { useAction } from '../../components/page/use-action'

const NameView = lateDialog(async () => (await import('../../components/table/NameView')).NameView)

/** Actions on the chart that the page shows; none for one that is not saved. */
function useChartActs(here: ChartJson | undefined): readonly MenuItem[] {
  const { text } = useText()
  const { run } = useAction()
  const forAdmins = isAdmin(useViewer()?.role ?? 0)
  if (here === undefined) return []
  const { id, name, pinned, shared } = here
  const done = async (work: Promise<unknown>): Promise<void> => {
    await run(async () => {
      await work
      await refresh('chart')
    }, text('ui.saved'))
  }
  const change = (body: { readonly shared?: boolean; readonly pinned?: boolean }) =>
    void done(call('chart.update', { params: { id }, body }))
  const pin = {
    label: text(pinned ? 'charts.unpin' : 'charts.pin', { name }),
    icon: PinIcon,
    onSelect: () => change({ pinned: !pinned }),
  }
  const share = {
    label: text(shared ? 'charts.unshare' : 'charts.share', { name }),
    icon: ShareIcon,
    onSelect: () => change({ shared: !shared }),
  }
  const remove = {
    label: text('charts.remove', { name }),
    icon: TrashIcon,
    isDanger: true,
    onSelect: () => void done(call('chart.remove', { params: { id } })),
  }
  return [pin, ...(forAdmins ? [share] : []), remove]
}

/** The query of the page under a name: saved, shared with other administrators, pinned. */
export function Charts() {
  const { text } = useText()
  const [path, navigate] = useLocation()
  const { data: charts = [] } = useEndpoint('chart.list')
  const [isNaming, name] = useState(false)
  const query = chartQuery(location.search)
  const own = charts.filter(({ is_own }) => is_own)
  const here = own.find((chart) => chart.query === query)
  const acts = useChartActs(here)
  const keep = async (title: string): Promise<void> => {
    await call('chart.create', { body: { name: title, query } })
    await refresh('chart')
  }
  const links = (rows: readonly ChartJson[]): readonly MenuItem[] =>
    rows.map(({ name: title, query: savedQuery, is_own, owner }) => ({
      label: is_own ? title : `${title} (${owner})`,
      onSelect: () => navigate(`${path}?${savedQuery}`),
    }))
  const save = {
    label: text('charts.save'),
    icon: PlusIcon,
    isDisabled: own.length >= MOST_CHARTS || here !== undefined,
    onSelect: () => name(true),
  }
  const shared = charts.filter(({ is_own }) => !is_own)
  return (
    <>
      <Menu
        anchor={<IconButton icon={BookmarkIcon} aria-label={text('charts.title')} />}
        align="end"
        sections={[links(own), links(shared), [save, ...acts]].filter(({ length }) => length > 0)}
      />
      {isNaming && (
        <NameView title={text('charts.save')} onSave={keep} onClose={() => name(false)} />
      )}
    </>
  )
}

import {
  GitBranchIcon,
  ListUnorderedIcon,
  PencilIcon,
  PlusIcon,
  ServerIcon,
} from '@primer/octicons-react'
import { Button } from '@primer/react'
import { Link, useLocation } from 'wouter'
import { ROLE } from '../../../server/domain/accounts/roles'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { RowMenu } from '../../components/table/RowMenu'
import { logLink } from '../../components/text/log-link'
import { channelsOf } from './ModelCells'
import type { ModelRow } from './model-rows'

/** Where the price of a model is edited, and where its way is explained. */
export function pricePath(model: string): string {
  return `/price?model=${encodeURIComponent(model)}`
}

/** Which channels its calls go to, and why not to the others. */
export function routePath(model: string): string {
  return `/route?model=${encodeURIComponent(model)}`
}

type Wanting = Pick<ModelRow, 'model' | 'channels' | 'served' | 'priced'>

/** What makes a model callable that is not; nothing for one that is. */
export function MendModel({ row }: { readonly row: Wanting }) {
  const { text } = useText()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const { model, channels, served, priced } = row
  if (!served) {
    const [href, name] =
      channels === 0
        ? ['/channel/setup', 'add_channel' as const]
        : [channelsOf(model), 'see_channels' as const]
    const label = text(`models.${name}`)
    return (
      <Button as={Link} href={href} size="small" aria-label={`${label}: ${model}`}>
        {label}
      </Button>
    )
  }
  if (priced || !isRoot) return null
  return (
    <Button
      as={Link}
      href={pricePath(model)}
      size="small"
      leadingVisual={PlusIcon}
      aria-label={`${text('prices.set_price')}: ${model}`}
    >
      {text('prices.set_price')}
    </Button>
  )
}

export function ModelActions({ row }: { readonly row: ModelRow }) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const { model } = row
  const links = [
    { label: text('models.route'), icon: GitBranchIcon, to: routePath(model) },
    { label: text('nav.log'), icon: ListUnorderedIcon, to: logLink({ model_name: model }) },
    { label: text('models.see_channels'), icon: ServerIcon, to: channelsOf(model) },
    ...(isRoot
      ? [{ label: text('price_row.change'), icon: PencilIcon, to: pricePath(model) }]
      : []),
  ]
  return (
    <span className="cell-actions">
      <MendModel row={row} />
      <RowMenu
        name={model}
        actions={links.map(({ to, ...link }) => ({ ...link, onSelect: () => navigate(to) }))}
      />
    </span>
  )
}

import { SegmentedControl } from '@primer/react'
import { useState } from 'react'
import type { PriceSourceJson } from '../../../../server/domain/endpoints/price-source'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { Drawer } from '../../../components/overlay/Drawer'
import { ChangeTab } from './ChangeTab'
import { ReviewTab } from './ReviewTab'
import { SourceDrawer } from './SourceDrawer'
import { SourceTab } from './SourceTab'

const TABS = ['review', 'source', 'change'] as const
type Tab = (typeof TABS)[number]

/** Prices from elsewhere: what waits, where it comes from, and the way back. */
export function PriceUpdates({ onClose }: { readonly onClose: () => void }) {
  const { text } = useText()
  const { data } = useEndpoint('price_review.list')
  const count = new Set(data?.map(({ model }) => model)).size
  const [wanted, turnTo] = useState<Tab | undefined>(undefined)
  const [edited, edit] = useState<PriceSourceJson | 'new' | undefined>(undefined)
  const tab = wanted ?? (count > 0 ? 'review' : 'source')
  if (edited !== undefined) {
    return (
      <SourceDrawer
        source={edited === 'new' ? undefined : edited}
        onClose={() => edit(undefined)}
      />
    )
  }
  return (
    <Drawer
      title={text('price_update.title')}
      subtitle={text('price_update.subtitle')}
      onClose={onClose}
      buttons={[{ content: text('ui.close'), onClick: onClose }]}
    >
      <div className="price-updates">
        <SegmentedControl
          aria-label={text('price_update.title')}
          fullWidth
          onChange={(index) => turnTo(TABS[index])}
        >
          {TABS.map((name) => (
            <SegmentedControl.Button key={name} selected={tab === name}>
              {text(`price_update.tab_${name}`, { count })}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
        {tab === 'review' && <ReviewTab />}
        {tab === 'source' && (
          <SourceTab
            onEdit={(source) => {
              turnTo('source')
              edit(source)
            }}
          />
        )}
        {tab === 'change' && <ChangeTab />}
      </div>
    </Drawer>
  )
}

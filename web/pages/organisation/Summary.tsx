import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { mayAs } from '../../../server/domain/accounts/membership'
import { USAGE_WINDOW_NAMES, type UsageWindow } from '../../../server/domain/usage/explore'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { SpentLimits } from '../../components/limits/SubjectLimits'
import { SpendTable } from '../../components/spend/SpendTable'
import { Stats } from '../../components/stats/Stats'
import type { OrganisationDetails } from './details'

const MoveDialog = lateDialog(async () => (await import('./MoveDialog')).MoveDialog)

interface SummaryProps {
  readonly organisation: OrganisationDetails
  readonly onChanged: () => Promise<unknown>
}

export function Summary({ organisation, onChanged }: SummaryProps) {
  const { text } = useText()
  const format = useFormat()
  const [moving, move] = useState<'in' | 'out' | undefined>(undefined)
  const { id, role, quota, used_quota } = organisation
  return (
    <>
      <Stats
        stats={[
          { title: text('wallet.balance'), value: format.quota(quota), to: '/topup' },
          { title: text('wallet.used'), value: format.quota(used_quota), to: '/log' },
        ]}
      />
      <div className="org-actions">
        <Button leadingVisual={ArrowDownIcon} onClick={() => move('in')}>
          {text('org.pay_in')}
        </Button>
        {mayAs(role, 'owner') && (
          <Button leadingVisual={ArrowUpIcon} onClick={() => move('out')}>
            {text('org.pay_out')}
          </Button>
        )}
      </div>
      <SpentLimits />
      {mayAs(role, 'read') && <Spend />}
      {moving !== undefined && (
        <MoveDialog
          direction={moving}
          organisationId={id}
          onChanged={() => void onChanged()}
          onClose={() => move(undefined)}
        />
      )}
    </>
  )
}

const WINDOWS: readonly UsageWindow[] = USAGE_WINDOW_NAMES.slice(-4)

function Spend() {
  const { text } = useText()
  const [window, choose] = useState<UsageWindow>('30d')
  const { data } = useEndpoint('organisation.spend', { query: { window } })
  return (
    <>
      <div className="chips org-windows">
        {WINDOWS.map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            aria-pressed={each === window}
            onClick={() => choose(each)}
          >
            {each}
          </button>
        ))}
      </div>
      <SpendTable
        field="member"
        title={text('org.by_member')}
        first={text('org.member')}
        rows={data?.members}
      />
      <SpendTable
        field="project"
        title={text('org.by_project')}
        first={text('org.project')}
        rows={data?.projects}
      />
      <SpendTable
        field="tag"
        title={text('org.by_tag')}
        first={text('explore.group_tag')}
        rows={data?.tags}
      />
    </>
  )
}

/** Alert rules, and when they fired. */
import { AlertIcon, PlusIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { AlertJson } from '../../../server/domain/endpoints/alert'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { lazyPart } from '../../components/late/lazy-part'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { WholeList } from '../../components/page/WholeList'
import { RuleTable } from './RuleTable'

const RuleDrawer = lateDialog(async () => (await import('./RuleDrawer')).RuleDrawer)
const AlertHistory = lazyPart(async () => ({
  default: (await import('./AlertHistory')).AlertHistory,
}))

type Edited = { readonly rule: AlertJson | undefined }

const HISTORY = '/alert/history'

export default function AlertPage() {
  const { text } = useText()
  const [path] = useLocation()
  const [edited, edit] = useState<Edited | undefined>(undefined)
  const isHistory = path === HISTORY
  return (
    <>
      <PageHeader title={text('nav.alert')} description={text('alert.description')} manual="alerts">
        <Button as={Link} href={isHistory ? '/alert' : HISTORY}>
          {text(isHistory ? 'alert.rules' : 'alert.history')}
        </Button>
        <Button
          variant="primary"
          leadingVisual={PlusIcon}
          onClick={() => edit({ rule: undefined })}
        >
          {text('alert.new')}
        </Button>
      </PageHeader>
      {isHistory ? <AlertHistory /> : <Rules onEdit={(rule) => edit({ rule })} />}
      {edited !== undefined && (
        <RuleDrawer
          rule={edited.rule}
          onChanged={() => void refresh('alert')}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  )
}

const EVERY_MS = 10_000

function Rules({ onEdit }: { readonly onEdit: (rule: AlertJson) => void }) {
  const { text } = useText()
  const read = useEndpoint('alert.list', {}, { everyMs: EVERY_MS })
  return (
    <WholeList read={read} blank={<Blank icon={AlertIcon} title={text('nav.alert')} />}>
      {(rules) => <RuleTable rules={rules} onEdit={onEdit} onChanged={read.reload} />}
    </WholeList>
  )
}

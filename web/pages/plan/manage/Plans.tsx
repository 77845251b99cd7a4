import {
  GiftIcon,
  NoEntryIcon,
  PackageIcon,
  PencilIcon,
  PlusIcon,
  TagIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { Button, Label } from '@primer/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { ROLE } from '../../../../server/domain/accounts/roles'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useViewer } from '../../../app/session'
import { lateDialog } from '../../../components/late/Late'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { Blank } from '../../../components/page/Blank'
import { useAction } from '../../../components/page/use-action'
import { WholeList } from '../../../components/page/WholeList'
import type { Plan } from '../../../components/plan/plan'
import { usePlanTexts } from '../../../components/plan/use-plan-texts'
import { PlainTable } from '../../../components/table/PlainTable'
import { type RowAction, RowMenu } from '../../../components/table/RowMenu'
import '../../../components/plan/plan.css'

const PlanDrawer = lateDialog(async () => (await import('./PlanDrawer')).PlanDrawer)
const GrantDialog = lateDialog(
  async () => (await import('../../../components/plan/GrantDialog')).GrantDialog,
)

type Open =
  | { readonly kind: 'edit'; readonly plan: Plan | undefined }
  | { readonly kind: 'grant'; readonly plan: Plan }

export function Plans() {
  const { text } = useText()
  const read = useEndpoint('plan.list')
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const [dialog, open] = useState<Open | undefined>(undefined)
  const close = (): void => open(undefined)
  return (
    <>
      {isRoot && (
        <div className="plan-acts plan-tools">
          <Button
            variant="primary"
            leadingVisual={PlusIcon}
            onClick={() => open({ kind: 'edit', plan: undefined })}
          >
            {text('plans.new')}
          </Button>
        </div>
      )}
      <WholeList
        read={read}
        blank={
          <Blank icon={PackageIcon} title={text('plans.none')} message={text('plans.none_made')} />
        }
      >
        {(plans) => <PlanTable plans={plans} isRoot={isRoot} onOpen={open} />}
      </WholeList>
      {dialog?.kind === 'edit' && <PlanDrawer plan={dialog.plan} onClose={close} />}
      {dialog?.kind === 'grant' && <GrantDialog plan={dialog.plan} onClose={close} />}
    </>
  )
}

interface PlanTableProps {
  readonly plans: readonly Plan[]
  readonly isRoot: boolean
  readonly onOpen: (dialog: Open) => void
}

function PlanTable({ plans, isRoot, onOpen }: PlanTableProps) {
  const { text } = useText()
  const { number } = useFormat()
  const { dollars, period, allowance } = usePlanTexts()
  const heads = [
    text('plans.price'),
    text('plans.grants'),
    text('plans.holders'),
    text('plans.ended'),
    text('plans.revenue'),
  ] as const
  return (
    <PlainTable titles={[text('plans.plan'), ...heads]} hasActions>
      {plans.map((plan) => {
        const { id, name, price, terms, active, ended, revenue } = plan
        const budget = terms.budget === null ? [] : [dollars(terms.budget)]
        return (
          <tr key={id}>
            <td>
              <span className="plan-head">
                <strong>{name}</strong>
                <PlanState {...plan} />
              </span>
            </td>
            <td data-label={heads[0]}>
              {dollars(price)} {period(plan)}
            </td>
            <td data-label={heads[1]}>
              {[...budget, ...terms.allowances.map(allowance)].join(' · ')}
            </td>
            <td data-label={heads[2]} className="number">
              <Link className="text-link" href={`/all-plans?tab=subscriptions&plan=${id}`}>
                {number(active)}
              </Link>
            </td>
            <td data-label={heads[3]} className="number">
              {number(ended)}
            </td>
            <td data-label={heads[4]} className="number">
              {dollars(revenue)}
            </td>
            <td className="table-actions">
              <PlanActs plan={plan} isRoot={isRoot} onOpen={onOpen} />
            </td>
          </tr>
        )
      })}
    </PlainTable>
  )
}

function PlanState({ enabled, on_sale }: Plan) {
  const { text } = useText()
  if (!enabled) return <Label variant="secondary">{text('plans.disabled')}</Label>
  return on_sale ? <Label variant="success">{text('plans.is_on_sale')}</Label> : null
}

interface PlanActsProps extends Omit<PlanTableProps, 'plans'> {
  readonly plan: Plan
}

function PlanActs({ plan, isRoot, onOpen }: PlanActsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { run } = useAction()
  const { id, name, on_sale, active, ended } = plan
  const again = () => Promise.all([refresh('plan'), refresh('status')])
  const sell = (): Promise<boolean> =>
    run(
      () => call('plan.update', { params: { id }, body: { on_sale: !on_sale } }).finally(again),
      text('ui.saved'),
    )
  const remove = async (): Promise<void> => {
    const title = text('plans.remove_title', { name })
    if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return
    await run(() => call('plan.remove', { params: { id } }).finally(again), text('ui.done'))
  }
  const forRoot: readonly RowAction[] = [
    {
      label: text('ui.edit'),
      icon: PencilIcon,
      onSelect: () => onOpen({ kind: 'edit', plan }),
    },
    {
      label: text(on_sale ? 'plans.take_off_sale' : 'plans.put_on_sale'),
      icon: on_sale ? NoEntryIcon : TagIcon,
      onSelect: () => void sell(),
    },
    {
      label: text('ui.remove'),
      icon: TrashIcon,
      isDanger: true,
      onSelect: () => void remove(),
      refusal: active + ended > 0 ? text('plans.was_held') : undefined,
    },
  ]
  const actions: readonly RowAction[] = [
    {
      label: text('plans.grant'),
      icon: GiftIcon,
      onSelect: () => onOpen({ kind: 'grant', plan }),
    },
    ...(isRoot ? forRoot : []),
  ]
  return <RowMenu name={name} actions={actions} />
}

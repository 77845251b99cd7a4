import { CpuIcon } from '@primer/octicons-react'
import { SkeletonBox } from '@primer/react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { SwitchField } from '../../../components/form/SwitchField'
import { Card } from '../../../components/page/Card'
import { LoadFailure } from '../../../components/page/LoadFailure'
import { useAction } from '../../../components/page/use-action'
import { ModelChips } from './ModelChips'
import { acceptsUnpriced, notifyBody, storedNotify } from './notify-values'

export function ModelsCard({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const { data: models, error, reload } = useEndpoint('user.models')
  return (
    <Card
      id="models"
      icon={CpuIcon}
      title={text('personal.models')}
      description={text('personal.models_hint')}
    >
      {models?.length === 0 && <p className="personal-note">{text('personal.models_none')}</p>}
      {models !== undefined && models.length > 0 && <ModelChips models={models} />}
      {models === undefined && error === undefined && <SkeletonBox height="26px" />}
      {models === undefined && error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      <UnpricedSwitch user={user} />
    </Card>
  )
}

/** Saved at once, with the notification settings as they are: they are one thing on the server. */
function UnpricedSwitch({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const { quota_remind_threshold } = useSite()
  const { run } = useAction()
  const isOn = acceptsUnpriced(user.setting)
  const set = async (wanted: boolean): Promise<void> => {
    const { values, ...rest } = storedNotify(user.setting, quota_remind_threshold)
    await run(async () => {
      const body = { ...notifyBody(values, rest), accept_unset_model_ratio_model: wanted }
      await call('account.setting', { body })
      await refresh('user')
    }, text('ui.saved'))
  }
  return (
    <div className="personal-switch">
      <SwitchField
        label={text('personal.accept_unpriced')}
        caption={text('personal.accept_unpriced_hint')}
        isOn={isOn}
        onChange={(wanted) => void set(wanted)}
      />
    </div>
  )
}

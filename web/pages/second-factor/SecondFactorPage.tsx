import { useSearchParams } from 'wouter'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Note } from '../../components/form/Note'
import SecondFactorCard, { hasSecondFactor } from '../../components/second-factor/SecondFactorCard'
import { OwnerProofProvider } from '../../components/sign-in/OwnerProof'
import { nextPage } from '../account/next-page'
import './second-factor-page.css'

/** Where people are led who have to have a second factor before they do anything else. */
export default function SecondFactorPage() {
  const { text } = useText()
  const [search] = useSearchParams()
  const { data: status } = useEndpoint('second_factor.status')
  const goOn = (): void => location.assign(nextPage(search) ?? '/overview')
  return (
    <OwnerProofProvider>
      <div className="second-factor">
        {status !== undefined && hasSecondFactor(status) && (
          <Note tone="success" action={{ label: text('factor.go_on'), onPress: goOn }}>
            {text('factor.set_up')}
          </Note>
        )}
        <SecondFactorCard heading="h1" />
      </div>
    </OwnerProofProvider>
  )
}

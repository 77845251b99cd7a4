/** Whether any channel type can serve drawing and music jobs; what shows them asks here. */
import { midjourneyProxy, midjourneyProxyPlus, suno } from './channel-types/drawing-and-music'
import { canRelay } from './model-calls'

export const SERVES_DRAWINGS = [midjourneyProxy, midjourneyProxyPlus].some(canRelay)
export const SERVES_TASKS = [suno].some(canRelay)

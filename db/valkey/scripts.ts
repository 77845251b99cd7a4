/**
 * What Valkey runs. A key is counted in a hash: fields `p<until>` are parts of windows, as the rows
 * of `event_counts` are, and `s<until>` is what PostgreSQL had counted of the key before. Times
 * are epoch ms by the server's clock. `tests/support/valkey-scripts.ts` says the same in
 * TypeScript.
 */
import { scriptOf } from './connection'

/** What `COUNT` answers for a key of which it has to be told what PostgreSQL has counted. */
export const UNKNOWN = -1

/** In the place of what PostgreSQL has counted: it need not be known, or is to be asked for. */
export const SEED = { needless: -1, asked: -2 } as const

/** Begins the error of `COUNT` and of nothing else. */
export const LOST = 'GWLOST'

/**
 * KEYS: the mark of a generation, then those that are counted. ARGV: four for each of them, which
 * are wanted, most, window in ms, and seed. Returns three for each: counted or `UNKNOWN`, the end
 * of the part it was counted in, and the ms until the oldest part ends.
 */
export const COUNT = scriptOf(`
if redis.call('EXISTS', KEYS[1]) == 0 then
  return redis.error_reply('${LOST} the counts are gone')
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answers = {}
for at = 2, #KEYS do
  local key = KEYS[at]
  local first = (at - 2) * 4
  local wanted, most = tonumber(ARGV[first + 1]), tonumber(ARGV[first + 2])
  local window, seed = tonumber(ARGV[first + 3]), tonumber(ARGV[first + 4])
  local part = math.max(1, math.floor(window / 60))
  local used, oldest, last, seeded = 0, nil, 0, false
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    local ends, n = tonumber(string.sub(fields[i], 2)), tonumber(fields[i + 1])
    if ends <= now then
      redis.call('HDEL', key, fields[i])
    else
      used = used + n
      last = math.max(last, ends)
      if n > 0 and (oldest == nil or ends < oldest) then oldest = ends end
      if string.sub(fields[i], 1, 1) == 's' then seeded = true end
    end
  end
  local counted, ends = 0, now - now % part + part + window
  if seed ~= ${SEED.needless} and not seeded then
    if seed == ${SEED.asked} then
      counted = ${UNKNOWN}
    else
      redis.call('HSET', key, string.format('s%d', ends), seed)
      used = used + seed
      last = math.max(last, ends)
      if seed > 0 and (oldest == nil or ends < oldest) then oldest = ends end
    end
  end
  if counted == 0 then
    counted = math.min(wanted, math.max(0, most - used))
    if counted > 0 then
      redis.call('HINCRBY', key, string.format('p%d', ends), counted)
      last = math.max(last, ends)
    end
    if last > now then redis.call('PEXPIRE', key, string.format('%d', last - now)) end
  end
  answers[#answers + 1] = counted
  answers[#answers + 1] = ends
  answers[#answers + 1] = (oldest or now + window) - now
end
return answers
`)

/** KEYS: one that is counted. ARGV: the end of a part. Undoes one event of it. */
export const GIVE_BACK = scriptOf(`
local field = 'p' .. ARGV[1]
local n = tonumber(redis.call('HGET', KEYS[1], field) or '0')
if n > 0 then redis.call('HINCRBY', KEYS[1], field, -1) end
return math.min(n, 1)
`)

/** KEYS: one that is counted. ARGV: how many. Undoes the newest events, and returns how many. */
export const RELEASE = scriptOf(`
local ends = {}
local fields = redis.call('HGETALL', KEYS[1])
local counts = {}
for i = 1, #fields, 2 do
  if string.sub(fields[i], 1, 1) == 'p' then
    ends[#ends + 1] = fields[i]
    counts[fields[i]] = tonumber(fields[i + 1])
  end
end
table.sort(ends, function(a, b) return a > b end)
local left = tonumber(ARGV[1])
for _, field in ipairs(ends) do
  local n = math.min(left, counts[field])
  if n > 0 then redis.call('HINCRBY', KEYS[1], field, -n) end
  left = left - n
end
return tonumber(ARGV[1]) - left
`)

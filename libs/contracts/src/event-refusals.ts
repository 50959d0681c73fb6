/** Refusals of those who read events: a part of the catalogue (`refusals.ts`). */
export const eventRefusals = {
  events_expired: {
    code: 4009,
    http: 409,
    desc: '{field}: the events after {after} are gone; the oldest is {oldest}.',
  },
  events_unknown: { code: 4010, http: 409, desc: '{field}: there is no event {after}; the newest is {newest}.' },
  event_consumer_not_found: { code: 98, http: 404, desc: 'There is no event consumer {name} in your account.' },
  event_consumer_behind: {
    code: 4009,
    http: 409,
    desc: 'Events after {after} are gone. Read the objects, then acknowledge {resume}.',
  },
  event_consumer_ahead: {
    code: 4010,
    http: 409,
    desc: 'No event {after}. Read the objects, then acknowledge {newest} with reset.',
  },
  event_consumers_too_many: { code: 399, http: 422, desc: 'You have {limit} event consumers, the most allowed.' },
  event_streams_too_many: { code: 50, http: 429, desc: 'You have {limit} open streams of events, the most allowed.' },
  notice_not_found: { code: 98, http: 404, desc: 'Notice {id} is not in your account.' },
  webhook_not_found: { code: 98, http: 404, desc: 'Webhook {id} is not in your account.' },
  webhook_delivery_not_found: { code: 98, http: 404, desc: 'Webhook {id} has no delivery {delivery}.' },
  webhook_url_refused: { code: 806, http: 422, desc: 'url: {problem}.' },
  webhook_limit_reached: { code: 399, http: 422, desc: 'You have {limit} webhooks, the most allowed.' },
  webhook_not_active: { code: 399, http: 422, desc: 'Webhook {id} is {status}: let it go on first.' },
  webhook_tests_waiting: { code: 399, http: 422, desc: 'Webhook {id} has {limit} test events that wait: try later.' },
  webhook_event_gone: { code: 4009, http: 422, desc: 'The event of delivery {delivery} is gone.' },
  webhook_is_legacy: { code: 399, http: 422, desc: 'Webhook {id} is that of resellers.update: change {field} there.' },
  webhook_test_failed: {
    code: 806,
    http: 422,
    desc: 'webhook_settings: the test failed: {problem}.',
  },
  webhooks_unavailable: { code: 5005, http: 422, desc: 'No webhooks here: ask the operator to set WEBHOOK_SECRET.' },
} as const

'use strict';

const byID = (id) => document.getElementById(id);
const time = (text) => (text ? new Date(text).toLocaleString() : '');
let cursor = null;
let changes = null;
// What is looked at, so that a change renews that and nothing else.
let words = null;
let pages = 1;

// Asks the daemon; an error becomes its message.
async function ask(path, options) {
  const response = await fetch(path, options);
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

// A row of texts and elements; texts of feeds are never taken for markup.
function row(...cells) {
  const row = document.createElement('tr');
  for (const cell of cells) row.insertCell().append(cell ?? '');
  return row;
}

function link(url, text) {
  if (!/^https?:/i.test(url ?? '')) return text;
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  link.textContent = text;
  return link;
}

function button(text, action) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', () => trying(action));
  return button;
}

async function trying(action) {
  try {
    byID('message').textContent = '';
    await action();
  } catch (error) {
    byID('message').textContent = error.message;
  }
}

// Those that were searched for, or else the newest.
async function showEpisodes() {
  const path = words ? '/v1/search?limit=50&q=' + encodeURIComponent(words) : '/v1/episodes?limit=20';
  const { items } = await ask(path);
  byID('episodes-title').textContent = words ? `Found for “${words}”` : 'Newest episodes';
  byID('episodes').replaceChildren(
    ...items.map((episode) => row(time(episode.publishedAt), link(episode.link, episode.title || '(no title)'))));
}

function subscriptionRow(subscription) {
  const path = `/v1/subscriptions/${subscription.id}`;
  const actions = document.createElement('span');
  actions.append(
    button('Refresh', () => ask(path + '/refresh', { method: 'POST' })), ' ',
    button('Leave', async () => {
      if (!confirm(`Stop following ${subscription.title ?? subscription.feedURL}? Its episodes stay.`)) return;
      await ask(path, { method: 'DELETE' });
      await showSubscriptions();
    }));
  const trouble = subscription.lastError ? subscription.lastError.message : '';
  return row(subscription.title ?? subscription.feedURL, subscription.state, String(subscription.episodes),
    time(subscription.nextDueAt), trouble, actions);
}

// As many pages as there were.
async function showSubscriptions() {
  const rows = [];
  let next = null;
  for (let page = 0; page < pages && (page === 0 || next !== null); page += 1) {
    const answer = await ask('/v1/subscriptions?limit=100' + (next ? `&cursor=${next}` : ''));
    rows.push(...answer.items.map(subscriptionRow));
    next = answer.next;
  }
  byID('subscriptions').replaceChildren(...rows);
  cursor = next;
  byID('more').hidden = cursor === null;
}

async function showMore() {
  const page = await ask(`/v1/subscriptions?limit=100&cursor=${cursor}`);
  byID('subscriptions').append(...page.items.map(subscriptionRow));
  pages += 1;
  cursor = page.next;
  byID('more').hidden = cursor === null;
}

async function showEverything() {
  await showEpisodes();
  await showSubscriptions();
}

// Follows the change log from before the first look; a burst of changes is one look.
async function follow() {
  changes?.close();
  changes = null;
  const { last } = await ask('/v1/changes?limit=1');
  await showEverything();
  let look = null;
  const source = new EventSource(`/v1/changes?since=${last}`);
  changes = source;
  source.addEventListener('change', () => {
    look ??= setTimeout(() => { look = null; trying(showEverything); }, 1000);
  });
  // A browser opens a lost connection again, but not one that was refused: where the log was trimmed, or readers are
  // too many. Then it is followed anew by the next watch.
  source.addEventListener('error', () => {
    if (source === changes && source.readyState === EventSource.CLOSED) changes = null;
  });
}

// Turns the page on when the store is loaded, and off when the daemon is gone.
async function watch() {
  let isReady = false;
  try {
    const status = await ask('/v1/status');
    isReady = status.phase === 'running' || status.phase === 'reloading';
    byID('state').textContent = isReady ? status.summary : status.phase;
  } catch {
    byID('state').textContent = 'the daemon does not answer';
  }
  byID('controls').disabled = !isReady;
  // Also where that has failed before, as while the store was busy.
  if (isReady && changes === null) await trying(follow);
  if (!isReady) {
    changes?.close();
    changes = null;
  }
  setTimeout(watch, isReady ? 5000 : 1000);
}

byID('add').addEventListener('submit', (event) => {
  event.preventDefault();
  trying(async () => {
    const feed = byID('feed').value;
    const headers = { 'Content-Type': 'application/json' };
    await ask('/v1/subscriptions', { method: 'POST', headers, body: JSON.stringify({ feed }) });
    byID('feed').value = '';
    await showSubscriptions();
  });
});
byID('search').addEventListener('submit', (event) => {
  event.preventDefault();
  trying(async () => {
    words = byID('words').value.trim() || null;
    await showEpisodes();
  });
});
byID('more').addEventListener('click', () => trying(showMore));
watch();

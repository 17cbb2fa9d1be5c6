"""Addresses of the campaigns' pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from campaigns.views import battles, campaigns, forces, machines, members, people, pilots, ruleset, stream

Routes = list[URLPattern | URLResolver]

_battle: Routes = [
    path("", battles.battle, name="battle"),
    path("log/", battles.log, name="battle_log"),
    path("stream/", stream.battle_stream, name="battle_stream"),
    path("words/", battles.change, name="battle_words"),
    path("phase/", battles.end_phase, name="battle_phase"),
    path("turn/", battles.end_turn, name="battle_turn"),
    path("undo/", battles.undo, name="battle_undo"),
    path("close/", battles.close, name="battle_close"),
    path("reopen/", battles.reopen, name="battle_reopen"),
    path("reinforce/", battles.reinforce, name="battle_reinforce"),
    path("withdraw/", battles.withdraw, name="battle_withdraw"),
]

_machine: Routes = [
    path("", machines.page, name="machine"),
    path("label/", machines.label, name="machine_label"),
    path("force/", machines.force, name="machine_force"),
    path("player/", machines.player, name="machine_player"),
    path("pilot/", machines.pilot, name="machine_pilot"),
    path("retire/", machines.retire, name="machine_retire"),
    path("take/", machines.take, name="machine_take"),
    path("give-back/", machines.give_back, name="machine_give_back"),
]

_members: Routes = [
    path("", members.index, name="members"),
    path("leave/", members.leave, name="members_leave"),
    path("code/", members.renew_code, name="members_code"),
    path("door/", members.door, name="members_door"),
    path("<int:pk>/role/", members.role, name="member_role"),
    path("<int:pk>/remove/", members.remove, name="member_remove"),
    path("<int:pk>/hand-over/", members.hand_over, name="member_hand_over"),
]

_campaign: Routes = [
    path("", campaigns.campaign, name="campaign"),
    path("settings/", campaigns.settings, name="campaign_settings"),
    path("rules/", ruleset.page, name="campaign_rules"),
    path("delete/", campaigns.delete, name="campaign_delete"),
    path("members/", include(_members)),
    path("forces/new/", forces.new, name="force_new"),
    path("forces/<int:pk>/", forces.change, name="force"),
    path("forces/<int:pk>/remove/", forces.remove, name="force_remove"),
    path("machines/add/", machines.add, name="machine_add"),
    path("machines/<int:pk>/", include(_machine)),
    path("pilots/", pilots.index, name="pilots"),
    path("pilots/new/", pilots.new, name="pilot_new"),
    path("pilots/skills/", pilots.skills, name="pilot_skills"),
    path("pilots/<int:pk>/", pilots.change, name="pilot"),
    path("pilots/<int:pk>/remove/", pilots.remove, name="pilot_remove"),
    path("battles/", battles.index, name="battles"),
    path("battles/new/", battles.new, name="battle_new"),
    path("battles/<int:pk>/", include(_battle)),
]

urlpatterns: Routes = [
    path("", campaigns.home, name="home"),
    path("join/", people.join, name="join"),
    path("join/<str:code>/", people.join, name="join"),
    path("account/", people.account, name="account"),
    path("account/name/", people.rename, name="account_name"),
    path("account/password/", people.password, name="account_password"),
    path("campaigns/", campaigns.index, name="campaigns"),
    path("campaigns/new/", campaigns.new, name="campaign_new"),
    path("campaigns/<slug:slug>/", include(_campaign)),
]
